% Two rods, the second one hung at the end of the first
NewtonianFrame N
RigidBody A, B
Point P(A), Tip(B)
Particle Q
Variable qA'', qB''
Variable TA
Constant g = 9.81 m/s^2, LA = 0.7 m, LB = 40 cm, b = 0.02 N*m*s/rad
SetGeneralizedSpeed( qA', qB' )
A.SetMass( mA = 2 kg )
B.SetMassInertia( mB, Bcm, 0, 0, IB = mB*LB^2/12 )
A.SetInertia( Acm, 0, 0, IA )
Q.SetMass( mQ = 500 g )
A.RotateZ( N, qA )
B.RotateNegativeZ( A, qB )
Ao.Translate( No, 0> )
Acm.Translate( Ao, -LA/2*Ay> )
P.SetPositionVelocity( Ao, -LA*Ay> )
Bo.Translate( P, 0> )
Bcm.Translate( Bo, -LB/2*By> )
Tip.Translate( Bo, -LB*By> )
Q.Translate( Tip, 0> )
gravity> = -g*Ny>
System.AddForceGravity( gravity> )
TA = -b*qA'
A.AddTorque( TA*Nz> )
B.AddTorque( A, b*qB'*Az> )
KE = System.GetKineticEnergy()
Zero = System.GetDynamicsKane()
Solve( Zero = 0, qA'', qB'' )
Input tFinal = 10 sec, integStp = 0.02 sec, absError = 1.0E-08
Input mB = 1.1 kg, IA = 0.0817 kg*m^2
Input qA = 30 deg, qB = -0.2 rad, qA' = 6 deg/sec, qB' = 0 rad/sec
Output t sec, qA deg, qB deg
OutputPlot t sec, qA deg
ODE( Zero, qA'', qB'' ) rods
Save rods.all
Quit
